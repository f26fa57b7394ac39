import type { Row } from './ridge.ts';

export type MarkStyle = { readonly colour: string; readonly tick: string; readonly size: number };

export function drawEntry(row: Row, x: number, answerX: number, lengths: readonly number[], answered: boolean, style: MarkStyle): string {
  const { size } = style;
  const y = row.yAt(x + size / 2) - size * 0.28;
  const box = `<rect x="${n(x)}" y="${n(y - size)}" width="${size}" height="${size}" rx="${n(size * 0.14)}" fill="none" stroke="${style.colour}" stroke-width="${n(size * 0.09)}"/>`;
  const strokes = lengths.map((length, i) => {
    const start = answerX + lengths.slice(0, i).reduce((sum, l) => sum + l + size * 0.8, 0);
    return drawAnswer(row, start, length, style);
  });
  return box + strokes.join('') + (answered ? drawTick(x + size * 0.5, y - size * 0.5, style) : '');
}

export function drawTick(x: number, y: number, style: MarkStyle): string {
  const s = style.size;
  return `<path d="M${n(x - s * 0.34)} ${n(y + s * 0.02)}l${n(s * 0.28)} ${n(s * 0.32)}l${n(s * 0.62)} ${n(-s * 0.86)}" fill="none" stroke="${style.tick}" stroke-width="${n(s * 0.2)}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

function drawAnswer(row: Row, x: number, length: number, style: MarkStyle): string {
  const lift = style.size * 0.72;
  const mid = x + length / 2;
  const end = x + length;
  const control = row.yAt(mid) * 2 - (row.yAt(x) + row.yAt(end)) / 2 - lift;
  return `<path d="M${n(x)} ${n(row.yAt(x) - lift)}Q${n(mid)} ${n(control)} ${n(end)} ${n(row.yAt(end) - lift)}" fill="none" stroke="${style.colour}" stroke-width="${n(style.size * 0.2)}" stroke-linecap="round" stroke-opacity=".55"/>`;
}

function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}
