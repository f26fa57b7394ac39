export type Hill = {
  readonly at: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly straight: boolean
}

export type Ridge = {
  /** The height of the first row where it is still a flat row of the form. */
  readonly top: number
  readonly spacing: number
  readonly weight: number
  readonly grain: number
  /** The range of the width in which paper turns into landscape. */
  readonly flood: readonly [number, number]
  /** The range of the crest that is the brand's tick, with the sun rising in it. */
  readonly tick?: readonly [number, number]
  readonly hills: readonly Hill[]
}

export type Composition = {
  readonly width: number
  readonly height: number
  readonly seed: number
  readonly unit: number
  readonly sun: { readonly x: number; readonly y: number; readonly radius: number }
  /** Left edges of the form's columns: boxes, questions, answers. */
  readonly columns: readonly [number, number, number]
  readonly answerLength: number
  /** The size of a mark as a share of the row's height. */
  readonly markSize: number
  /** The topmost row is answered too, and runs in green up to the tick on its ridge. */
  readonly hasThread?: boolean
  /** Every row is answered. */
  readonly isFinished?: boolean
  readonly ridges: readonly Ridge[]
}

type Profile = {
  readonly flood: readonly [number, number]
  readonly hills: readonly Hill[]
  readonly tick?: readonly [number, number]
}

export const rowsPerRidge = 3

const wideProfiles: readonly Profile[] = [
  {
    flood: [0.34, 0.66],
    tick: [0.615, 0.772],
    hills: [hill(0.612, 122, 0.15, 0.08, true), hill(0.872, 345, 0.225, 0.21, true)],
  },
  { flood: [0.28, 0.66], hills: [hill(0.53, 70, 0.1, 0.06), hill(1.01, 290, 0.1, 0.1)] },
  { flood: [0.22, 0.62], hills: [hill(0.41, 52, 0.09, 0.1), hill(0.81, 165, 0.07, 0.08)] },
  { flood: [0.15, 0.56], hills: [hill(0.6, 135, 0.13, 0.1), hill(0.955, 235, 0.11, 0.1)] },
  { flood: [0.1, 0.5], hills: [hill(0.36, 60, 0.1, 0.12), hill(0.8, 175, 0.13, 0.13)] },
  { flood: [-1, -0.2], hills: [hill(0.56, 80, 0.16, 0.16), hill(1.06, 170, 0.2, 0.1)] },
]

const tallProfiles: readonly Profile[] = [
  {
    flood: [0.1, 0.5],
    tick: [0.384, 0.79],
    hills: [hill(0.37, 140, 0.34, 0.2, true), hill(1.02, 440, 0.56, 0.3, true)],
  },
  { flood: [0.16, 0.62], hills: [hill(0.3, 70, 0.14, 0.12), hill(1.1, 300, 0.16, 0.2)] },
  { flood: [0.12, 0.62], hills: [hill(0.76, 130, 0.14, 0.16), hill(0.2, 40, 0.12, 0.14)] },
  { flood: [0.08, 0.6], hills: [hill(0.42, 130, 0.2, 0.18), hill(1.02, 240, 0.18, 0.2)] },
  { flood: [0.04, 0.56], hills: [hill(0.82, 190, 0.24, 0.2)] },
  { flood: [-1, -0.2], hills: [hill(0.5, 100, 0.26, 0.2), hill(1.1, 160, 0.2, 0.2)] },
]

const middleProfiles: readonly Profile[] = [
  {
    flood: [0.16, 0.52],
    tick: [0.421, 0.738],
    hills: [hill(0.41, 130, 0.27, 0.156, true), hill(0.917, 430, 0.437, 0.25, true)],
  },
  ...tallProfiles.slice(1),
]

export const wide: Composition = {
  width: 2560,
  height: 1600,
  seed: 11,
  unit: 1,
  columns: [235, 311, 482],
  answerLength: 0.9,
  markSize: 0.62,
  hasThread: true,
  sun: { x: 0.681, y: 0.654, radius: 112 },
  ridges: stack(wideProfiles, 1074, 24, 1.11, 1),
}

export const middle: Composition = {
  width: 1536,
  height: 2048,
  seed: 11,
  unit: 1.2,
  columns: [92, 156, 300],
  answerLength: 0.7,
  markSize: 0.44,
  sun: { x: 0.552, y: 0.588, radius: 132 },
  ridges: stack(middleProfiles, 1240, 33.5, 1.12, 1.2),
}

export const tall: Composition = {
  width: 1170,
  height: 2300,
  seed: 11,
  unit: 1.25,
  columns: [105, 172, 300],
  answerLength: 0.45,
  markSize: 0.44,
  sun: { x: 0.552, y: 0.663, radius: 138 },
  ridges: stack(tallProfiles, 1568, 33.5, 1.12, 1.25),
}

export const social: Composition = {
  width: 1200,
  height: 630,
  seed: 11,
  unit: 0.52,
  columns: [80, 108, 200],
  answerLength: 1,
  markSize: 0.44,
  sun: { x: 0.681, y: 0.568, radius: 56 },
  ridges: stack(lower(wideProfiles, 0.52), 384, 13, 1.12, 0.52),
}

/** The same scene later: every row is answered, and the sun has risen clear of the ridge. */
export function finish(scene: Composition, sun: Composition['sun']): Composition {
  return { ...scene, isFinished: true, sun }
}

function hill(at: number, height: number, left: number, right: number, straight = false): Hill {
  return { at, height, left, right, straight }
}

function lower(profiles: readonly Profile[], share: number): Profile[] {
  return profiles.map((profile) => ({
    ...profile,
    hills: profile.hills.map((one) => ({ ...one, height: one.height * share })),
  }))
}

function stack(
  profiles: readonly Profile[],
  start: number,
  firstSpacing: number,
  growth: number,
  unit: number,
): Ridge[] {
  let top = start
  return profiles.map((profile, index) => {
    const spacing = firstSpacing * growth ** index
    const ridge = {
      ...profile,
      top,
      spacing,
      weight: (1.3 + index * 0.13) * unit,
      grain: (6 + index * 2) * unit,
    }
    top += spacing * rowsPerRidge
    return ridge
  })
}
