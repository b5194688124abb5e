/** Pieces that follow each other and belong together. */
import type { SourcePiece } from '../model.ts';

/** Tabs and accordions that follow each other belong together. */
export function withGroupsJoined(pieces: readonly SourcePiece[]): SourcePiece[] {
  const out: SourcePiece[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    const isMember =
      piece.kind === 'block' && (piece.name === 'tabs' || piece.name === 'accordion-group');
    if (
      isMember &&
      last?.kind === 'block' &&
      last.name === piece.name &&
      LOOSE.has(piece) &&
      LOOSE.has(last)
    ) {
      const whole = loose({ ...last, content: [...last.content, ...piece.content] });
      out[out.length - 1] = whole;
    } else out.push(piece);
  }
  return out;
}

/** Groups of one member that its neighbours may join. */
const LOOSE = new WeakSet<SourcePiece>();

/** Marks a group that its neighbours may join. */
export function loose<Group extends SourcePiece>(group: Group): Group {
  LOOSE.add(group);
  return group;
}
