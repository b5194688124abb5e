/** The planner: decides what makes files and platform agree again. Pure; imports only `model`. */
import type { Change, Conflict, Field, Orphan, Publish } from '../../model/change.ts';
import { UNKNOWN_DRAFT } from '../../model/change.ts';
import { withSlug } from '../../model/ids.ts';
import type { PageId, PageKey } from '../../model/ids.ts';
import { restrictionWords } from '../../model/local.ts';
import type { LocalPage, Note, UnplacedFile } from '../../model/local.ts';
import { byCodeUnit } from '../../model/order.ts';
import { foreignDraftIn, willBeListed } from '../../model/sides.ts';
import type { BasePage, PublishedPlaces, RemotePage } from '../../model/sides.ts';
import type { Case, Cases, Row } from './cases.ts';
import { restrictionOf } from './restriction.ts';
import {
  changedSince,
  isKnown,
  isNewDraft,
  lacksTheirs,
  readersVerdict,
  slugOf,
  twoTexts,
  verdicts,
} from './verdicts.ts';
import type { Meeting, Verdict } from './verdicts.ts';

/** Why pages without a file must stay. Their state on the platform may be a further reason. */
export type Staying = ReadonlyMap<PageKey, string>;

/** A page with everything that can name it on a command line. */
export type AddressedPage = Pick<LocalPage, 'key' | 'file'> & { readonly id: PageId };

/** The part of a run's options that the planner needs. */
export interface PlanRules {
  readonly publish: boolean;
  /** Publish drafts that others wrote and that no file has. A person is asked first. */
  readonly publishForeign: boolean;
  /**
   * Whether to create a page again that is gone. Choosing the file's side in conflicts is not
   * enough.
   */
  readonly recreates: (key: PageKey) => boolean;
  readonly allowListed: boolean;
  /** Write changes into the files if only the platform changed. */
  readonly pull: boolean;
  /** Which side wins if both changed. Null: neither. */
  readonly winner: (key: PageKey) => 'local' | 'remote' | null;
  /**
   * Whether the file is sent even if only the platform changed, because the user named the page.
   */
  readonly insists: (page: AddressedPage) => boolean;
  /** Delete pages without a file that are not in `stays`. */
  readonly prune: boolean;
  readonly stays: Staying;
  /** The new keys of pages whose files git moved to another documentation, by their old keys. */
  readonly moved: ReadonlyMap<PageKey, PageKey>;
  /** The reverse of `moved`: old keys by new keys. */
  readonly movedFrom: ReadonlyMap<PageKey, PageKey>;
  /** Which versions and documentations readers see. */
  readonly published: PublishedPlaces;
}

/** The platform's pages, by the key under which the lock or a look-up knows them (`Case.formerKey`). */
export interface RemoteSide {
  /** Returns undefined if the page is not on the platform. */
  get(key: PageKey): RemotePage | undefined;
  /** Whether the platform has the page, and base says all that is known of it. */
  isAsBase(key: PageKey): boolean;
}

/** The platform's pages, as the rest of a run needs them. */
export interface SeenSide extends RemoteSide {
  /** Pages that were looked at, by the same key. */
  seen(): Iterable<readonly [PageKey, RemotePage]>;
}

/** What the planner compares. */
export interface ComparedSides {
  readonly cases: Cases;
  readonly remote: SeenSide;
  readonly unplaced: readonly UnplacedFile[];
  /** Pages of the platform that no lock line and no file claims, in the folder's documentations. */
  readonly unclaimed: ReadonlySet<PageId>;
  /** Why pages without a file stay, with or without `--prune`. */
  readonly stays: Staying;
  /** As in `PlanRules`. */
  readonly moved: ReadonlyMap<PageKey, PageKey>;
  /** Pages of the platform that the lock lacks, and whose files commits removed or moved. */
  readonly removed: readonly Orphan[];
}

/** Pages that the plan changes or mentions, by key, and the number of all others. */
export interface Planned {
  readonly rows: readonly Row[];
  readonly unchanged: number;
}

/**
 * Decides what makes files and `remote` agree again, given base: what they last shared.
 *
 * Pure, total and ordered by key: equal inputs give equal rows. A side still at base yields to the
 * side that changed. If both changed differently, neither wins, because the losing text may exist
 * nowhere else. Title, slug and body are decided separately, but a conflict in one of them holds
 * the whole page. Absence alone never deletes: a missing file is an orphan, a missing page is gone,
 * and only a person decides about either (`prune`, `recreates`). Publishing is a change of its own
 * and follows the page's other change.
 */
export function plan(cases: Iterable<Case>, remote: RemoteSide, rules: PlanRules): Planned {
  const rows: Row[] = [];
  let unchanged = 0;
  for (const page of cases) {
    if (isAtRest(page, remote, rules)) {
      unchanged += 1;
      continue;
    }
    const seen = remote.get(page.formerKey);
    const changes = decide(page, seen, rules);
    if (changes === 'unchanged') unchanged += 1;
    else if (changes.length > 0) rows.push({ ...page, remote: seen, changes });
  }
  rows.sort((a, b) => byCodeUnit(a.key, b.key));
  return { rows, unchanged };
}

/**
 * Whether neither side changed since base. A fast path: it holds for almost every page, and
 * `decide` takes several times as long to reach the same result.
 */
function isAtRest(
  { key, formerKey, local, base, placement }: Case,
  remote: RemoteSide,
  rules: PlanRules,
): boolean {
  return (
    local !== undefined &&
    base !== undefined &&
    formerKey === key &&
    base.key === key &&
    base.sent === local.head &&
    base.title === local.title &&
    base.slug === slugOf(key) &&
    (local.notes.length === 0 || base.header === local.headerDigest) &&
    (!rules.publish || local.published === null || local.published === base.sentPublished) &&
    remote.isAsBase(key) &&
    placement.kind === 'visible'
  );
}

/** The changes of a page. Empty: nothing to do or report, and not counted as unchanged. */
type Decision = readonly Change[] | 'unchanged';

function decide(page: Case, remote: RemotePage | undefined, rules: PlanRules): Decision {
  const { key, local, base, placement } = page;
  if (!local) {
    if (!base || placement.kind === 'hidden') return [];
    // If the page is gone, too, both sides agree, and its line is removed from the lock.
    return remote ? [decideOrphan(base, remote, rules)] : [];
  }
  if (placement.kind === 'hidden') {
    return [{ kind: 'unplaced', key, file: local.file, reason: placement.reason }];
  }
  // A page that has such a slug already keeps it, and is not renamed by accident.
  const slug = slugOf(key);
  if (local.refusal !== undefined && slug !== base?.slug && slug !== remote?.slug) {
    return [{ kind: 'unplaced', key, file: local.file, reason: local.refusal }];
  }
  if (remote) return agree({ ...page, local, remote }, rules);
  if (!base || page.isRestored) return create({ ...page, local }, rules);
  return missing({ ...page, local, base }, rules);
}

type InFile = Case & { readonly local: LocalPage };

function create({ local, base, placement }: InFile, rules: PlanRules): readonly Change[] {
  const { key, file, title, category, notes } = local;
  const publish = rules.publish && local.published !== null;
  const movedFrom = rules.movedFrom.get(key);
  return [
    {
      kind: 'create',
      key,
      file,
      title,
      category,
      ...(movedFrom === undefined ? {} : { movedFrom }),
      notes: notes.filter((note) => note !== 'category'),
    },
    ...(publish ? [publication({ local, base, placement }, NEW_PAGE, false, rules)] : []),
  ];
}

/** What is known of a page before it is created. */
const NEW_PAGE = { id: null, listed: true, notes: [] } as const;

/** The lock has the page, the platform does not. */
function missing(page: InFile & { readonly base: BasePage }, rules: PlanRules): readonly Change[] {
  const { local, base } = page;
  const { key, file } = local;
  if (rules.recreates(key)) return create(page, rules);
  const edited = local.head !== base.sent || local.title !== base.title;
  if (!edited || rules.winner(key) === 'remote') return [{ kind: 'gone', key, id: base.id, file }];
  return [{ kind: 'conflict', key, file, id: base.id, fields: ['body'], group: 'gone-but-edited' }];
}

/**
 * Keeps the page unless pages without a file are to be deleted. Even then, deletes it only if the
 * platform has it as base does: later changes may exist nowhere else.
 */
function decideOrphan(
  base: BasePage,
  remote: RemotePage,
  { prune, stays, moved }: Pick<PlanRules, 'prune' | 'stays' | 'moved'>,
): Change {
  const at = { key: base.key, id: base.id };
  const isShown = remote.stored.published !== null;
  const movedTo = moved.get(base.key);
  const became = movedTo === undefined ? {} : { movedTo, isShown };
  const kept = stays.get(base.key);
  if (kept !== undefined) return { kind: 'orphan', ...at, kept, ...became };
  if (!prune) return { kind: 'orphan', ...at, ...became };
  const fields = changedSince(base, remote);
  if (fields.length > 0) {
    return { kind: 'conflict', ...at, file: null, fields, group: 'deleted-but-edited' };
  }
  const draft = base.foreignDraft === undefined ? {} : { draft: true as const };
  return { kind: 'delete', ...at, title: base.title, ...became, isShown, ...draft };
}

/** Decides about a page that both sides have. */
function agree(meeting: Meeting, rules: PlanRules): Decision {
  const { key, formerKey, local, base, remote } = meeting;
  const found = verdicts(meeting);
  // True for almost every page.
  if (found === null) return agreed(meeting, rules);
  const { file } = local;
  const winner = rules.winner(key);
  const isInsisted = rules.insists({ key, file, id: remote.id });
  const chosenFor = (verdict: Verdict): Verdict => {
    if (verdict === 'pull' && isInsisted) return 'push';
    return verdict !== 'conflict' || winner === null ? verdict : VERDICT_FOR[winner];
  };
  const decided = (Object.entries(found) as [Field, Verdict][]).map(([field, verdict]) => ({
    field,
    verdict: chosenFor(verdict),
  }));
  const those = (wanted: Verdict): Field[] =>
    decided.flatMap(({ field, verdict }) => (verdict === wanted ? [field] : []));

  const conflicts = those('conflict');
  if (conflicts.length > 0) {
    const group: Conflict['group'] = base ? 'diverged' : 'no-base';
    const conflict = { key, file, id: remote.id, fields: conflicts, group };
    return [{ kind: 'conflict', ...conflict, ...(lacksTheirs(meeting) ? { undone: true } : {}) }];
  }
  const pushed = those('push');
  const pulled = those('pull');
  const overrides = decided.flatMap(({ field, verdict }) =>
    found[field] === 'conflict' || found[field] !== verdict ? [field] : [],
  );
  const chosen = overrides.length > 0 ? { overrides } : {};
  const { id, commit, undoes } = remote;
  const notes = notesOf(meeting);
  const from = pushed.includes('slug') ? withSlug(formerKey, remote.slug) : null;
  const changes: Change[] = [];
  if (pushed.length > 0) {
    const isShown = remote.stored.published !== null;
    const update = { key, file, id, fields: pushed, from, isShown, commit, notes };
    const undone = undoes ? { undoes } : {};
    changes.push({ kind: 'update', ...update, ...undone, ...(winner === 'local' ? chosen : {}) });
  }
  const taken = rules.pull || winner === 'remote' ? { taken: true as const } : {};
  const over = winner === 'remote' ? chosen : {};
  const seen = remote.stored.published === null ? {} : { isShown: true as const };
  const to = pulled.includes('slug') ? { to: withSlug(key, remote.slug), ...seen } : {};
  if (pulled.length > 0) {
    const draft = pulled.includes('body') && isNewDraft(meeting) ? { draft: true as const } : {};
    const pull = { key, file, id, fields: pulled, ...to, ...draft, ...taken, ...over };
    changes.push({ kind: 'pull', ...pull });
  }
  // A text that this run pulls is not in the file yet, so only a later run can publish it.
  if (pulled.includes('body') && taken.taken) return changes;
  return [...changes, ...publishing(meeting, { pushed, pulled, notes: [] }, rules)];
}

/**
 * Decides about a page with nothing to send and nothing to pull. There may be something to publish.
 */
function agreed(meeting: Meeting, rules: PlanRules): Decision {
  const { key, local, remote } = meeting;
  const at = { key, file: local.file, id: remote.id };
  const notes = notesOf(meeting);
  const adopts = !isKnown(meeting);
  const decided = { pushed: [], pulled: [], notes: adopts ? [] : notes };
  const published = publishing(meeting, decided, rules);
  if (adopts) return [{ kind: 'adopt', ...at }, ...published];
  if (published.length > 0) return published;
  return notes.length > 0 ? [{ kind: 'unchanged', ...at, notes }] : 'unchanged';
}

const notesOf = ({ base, local }: Meeting): readonly Note[] =>
  base?.header === local.headerDigest ? [] : local.notes;

/** The verdict that replaces a conflict, by the side that wins it. */
const VERDICT_FOR = { local: 'push', remote: 'pull' } as const;

interface Decided {
  readonly pushed: readonly Field[];
  readonly pulled: readonly Field[];
  readonly notes: readonly Note[];
}

function publishing(
  meeting: Meeting,
  { pushed, pulled, notes }: Decided,
  rules: PlanRules,
): readonly Publish[] {
  const { local, remote } = meeting;
  if (!rules.publish || local.published === null) return [];
  const listed = willBeListed(remote.listed, remote.stored.published);
  const page = { id: remote.id, listed, notes };
  const publish = (foreignDraft: boolean): readonly Publish[] => [
    publication(meeting, page, foreignDraft, rules),
  ];
  if (twoTexts(local)) {
    if (pulled.includes('body')) return [];
    return readersVerdict(meeting) === 'same' ? [] : publish(false);
  }
  if (pushed.includes('body')) return publish(false);
  if (!remote.unpublished || remote.published === local.published) return [];
  return publish(remote.head !== local.head);
}

/**
 * Holds back a draft that nobody here wrote. If the file lacks it: until a person agrees. If docs
 * wrote it into the file: always, because it looks like this folder's own.
 */
function publication(
  {
    local,
    base,
    placement,
    remote,
  }: Pick<Meeting, 'local' | 'base' | 'placement'> & {
    readonly remote?: RemotePage;
  },
  page: Pick<Publish, 'id' | 'notes'> & { readonly listed: boolean },
  foreignDraft: boolean,
  rules: PlanRules,
): Publish {
  const { key, file, published } = local;
  const { id, listed, notes } = page;
  const why = restrictionOf(local, placement, rules.published);
  const restricted = why?.kind ?? null;
  const isHeld = restricted === 'not-yet' || (listed && !rules.allowListed);
  const restriction = isHeld ? restricted : null;
  const isPulled =
    !foreignDraft && published !== null && foreignDraftIn(base, local, remote) === published;
  const isUnseen = foreignDraft && !rules.publishForeign;
  const held = restriction ?? (isPulled ? 'pulled' : isUnseen ? 'foreign' : null);
  const words =
    restriction !== null && why
      ? restrictionWords(why)
      : held === 'pulled'
        ? (local.copied?.words ?? (remote?.isDraftUnknown ? UNKNOWN_DRAFT : undefined))
        : undefined;
  const heldBy = words === undefined ? {} : { heldBy: words };
  const isForeign = foreignDraft || isPulled;
  return { kind: 'publish', key, file, id, foreignDraft: isForeign, held, ...heldBy, notes };
}
