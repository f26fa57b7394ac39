import type { Composition, Ridge } from './composition.ts';
import { rowsPerRidge } from './composition.ts';
import { drawEntry } from './marks.ts';
import { createRandom } from './noise.ts';
import type { Palette } from './palette.ts';
import type { Row } from './ridge.ts';

const answered = new Set([1, 2, 5, 9]);

export function drawForm(scene: Composition, palette: Palette, ridge: Ridge, index: number, rows: readonly Row[]): string {
  const crest = rows[0];
  if (!crest) return '';
  const size = ridge.spacing * 0.44;
  const style = { colour: palette.mark, tick: palette.tick, size };
  const tick = ridge.tick ? drawCrestTick(scene, palette, crest, ridge.tick) : '';
  if (ridge.flood[0] < 0) return tick;
  const random = createRandom(scene.seed + index);
  const x = scene.margin * scene.width;
  const entries = rows.filter((row) => row.ruled).slice(1, rowsPerRidge + 1).map((row, i) => {
    const lengths = [3 + random() * 5, 3 + random() * 6].map((length) => length * size);
    const count = Math.floor(random() * 2.6);
    return drawEntry(row, x, x + scene.unit * 54, lengths.slice(0, count), answered.has(index * rowsPerRidge + i), style);
  });
  const column = x + scene.unit * 34;
  const rules = [column, column + scene.unit * 5].map((at) => `M${at.toFixed(1)} ${crest.yAt(at).toFixed(1)}V${scene.height}`);
  return `<path d="${rules.join('')}" stroke="${palette.margin}" stroke-width="${(scene.unit * 1.2).toFixed(2)}" stroke-opacity=".8"/>${entries.join('\n')}${tick}`;
}

function drawCrestTick(scene: Composition, palette: Palette, crest: Row, [from, to]: readonly [number, number]): string {
  const points = Array.from({ length: 61 }, (_, i) => {
    const x = scene.width * (from + ((to - from) * i) / 60);
    return `${x.toFixed(1)} ${crest.yAt(x).toFixed(1)}`;
  });
  return `<path d="M${points.join('L')}" fill="none" stroke="${palette.tick}" stroke-width="${(scene.unit * 7).toFixed(1)}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

export function drawRules(scene: Composition, palette: Palette): string {
  const first = scene.ridges[0];
  if (!first) return '';
  const end = scene.width * 0.55;
  const rows = Array.from({ length: 6 }, (_, i) => {
    const y = first.top - (i + 1) * first.spacing;
    return `<path d="M0 ${y.toFixed(1)}H${end}" stroke="url(#fade)" stroke-width="${first.weight.toFixed(2)}" stroke-opacity="${(0.85 * (1 - i / 6)).toFixed(2)}"/>`;
  });
  const rise = first.spacing * 6;
  const column = scene.margin * scene.width + scene.unit * 34;
  const rules = [column, column + scene.unit * 5].map((at) => `<rect x="${(at - scene.unit * 0.6).toFixed(1)}" y="${first.top - rise}" width="${(scene.unit * 1.2).toFixed(2)}" height="${rise}" fill="url(#margin)"/>`);
  return `<defs><linearGradient id="fade" gradientUnits="userSpaceOnUse" x1="0" x2="${end}" y1="0" y2="0"><stop stop-color="${palette.rule}"/><stop offset="1" stop-color="${palette.rule}" stop-opacity="0"/></linearGradient>
<linearGradient id="margin" x2="0" y2="1"><stop stop-color="${palette.margin}" stop-opacity="0"/><stop offset="1" stop-color="${palette.margin}" stop-opacity=".8"/></linearGradient></defs>${rows.join('')}${rules.join('')}`;
}
