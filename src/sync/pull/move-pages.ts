/** Renames files to their pages' new slugs, even if pages exchange slugs. Works in steps, and the run may be killed after any of them. */
import { Failure } from '../../model/failure.ts';
import type { FilePath, PageId } from '../../model/ids.ts';
import { placeOf } from '../../model/ids.ts';
import type { LocalPage, LocalProject, PageInFile } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import type { BasePage } from '../../model/sides.ts';
import { takenBy, moveFile, redirect, redirected, thirdPlaceOf } from './follow-slug.ts';
import type { Move } from './follow-slug.ts';
import type { Books } from '../journal/books.ts';
import { lineAfterMove } from '../lock/pulled-line.ts';
import { putPage, withSlugOf } from './pull-page.ts';
import { nextRound } from './slug-order.ts';
import type { Mover } from './slug-order.ts';

/** A page that moves. */
export interface PageMover extends Mover {
  readonly page: LocalPage;
  readonly id: PageId;
  at: PageInFile;
  /** Its lock line at its present place; undefined if there is none. */
  line: BasePage | undefined;
  /** What its file holds at its present place. */
  text: string;
  /** Why it did not get to its new place. */
  failure?: Failure;
}

interface Scene {
  readonly local: LocalProject;
  readonly project: Project;
  readonly books: Pick<Books, 'learn' | 'flush'>;
}

/**
 * Moves files together with navigation lists, links and lock lines. Titles and texts stay the same. If pages
 * block each other in a cycle, one of them gets a temporary name. `others` are pages that should have moved
 * but stay. A page that cannot be moved gets a `failure`, and so does each page that waits for it.
 */
export async function movePages(
  movers: readonly PageMover[],
  others: readonly Mover[],
  scene: Scene,
): Promise<void> {
  await scene.books.flush();
  const isOnItsWay = ({ at, to, failure }: PageMover): boolean =>
    at.key !== to.key && failure === undefined;
  for (;;) {
    const waiting = movers.filter(isOnItsWay);
    if (waiting.length === 0) return;
    const staying = [...others, ...movers.filter(({ failure }) => failure !== undefined)];
    const { go, blocked, aside } = nextRound(waiting, staying);
    for (const mover of blocked) mover.failure = inTheWay(mover);
    const steps = go.map((mover) => ({ mover, place: mover.to }));
    if (aside) {
      const { page, id } = aside;
      const place = thirdPlaceOf(page, id, scene.local, scene.project);
      steps.push({ mover: aside, place });
    }
    if (steps.length > 0) await takeSteps(steps, movers, scene);
  }
}

const inTheWay = ({ at, to }: PageMover): Failure =>
  takenBy(at.file, placeOf(to.key).slug, to.file);

interface Step {
  readonly mover: PageMover;
  /** A free place. */
  readonly place: PageInFile;
}

async function takeSteps(
  steps: readonly Step[],
  movers: readonly PageMover[],
  scene: Scene,
): Promise<void> {
  const { local, project, books } = scene;
  const moves = steps
    .map(({ mover: { page, at }, place }) => ({ key: page.key, from: at.file, to: place.file }))
    .filter(({ from, to }) => from !== to);
  if (moves.length > 0) {
    await redirect(moves, filesNow(local, movers), local, project);
    for (const mover of movers) mover.text = redirected(mover.text, mover.at.file, moves);
  }
  for (const step of steps) {
    try {
      await takeStep(step, moves, scene);
    } catch (error) {
      if (!(error instanceof Failure) || error.endsRun) throw error;
      step.mover.failure = error;
    }
  }
  // Lines must be durable before other pages take the places that were left: their files must not be mistaken for the old ones.
  await books.flush();
}

function* filesNow({ pages }: LocalProject, movers: readonly PageMover[]): Generator<FilePath> {
  const moved = new Map(movers.map(({ page, at }) => [page.key, at.file]));
  for (const { key, file } of pages.values()) yield moved.get(key) ?? file;
}

async function takeStep(
  { mover, place }: Step,
  moves: readonly Move[],
  { project, books }: Scene,
): Promise<void> {
  const { line, text, page } = mover;
  const { slug } = placeOf(place.key);
  const move = moves.find(({ key }) => key === page.key);
  if (move) await moveFile(move, project);
  const named = withSlugOf(text, slug, place.file);
  await putPage({ file: place.file, text: named }, text, project);
  mover.at = place;
  mover.text = named;
  if (line === undefined) return;
  mover.line = lineAfterMove(line, place.key);
  books.learn(mover.line, line.key);
}
