import type { Context } from '../../context.ts';
import { formatDuration } from '../../model/time.ts';
import { Failure } from '../../model/failure.ts';
import type { AuditEntity, AuditEntry, AuditOperation, AuditScope } from '../../model/resources.ts';
import { AUDIT_SCOPES, AUDIT_WORDS } from '../../model/resources.ts';
import { auditEntryView } from './view.ts';
import { withRefusedHint } from '../shared/refused-hint.ts';
import { parsePast } from '../shared/typed-times.ts';
import { tail } from './entries.ts';
import type { Log, TailEvent, TailRequest } from './entries.ts';

export interface TailOptions {
  readonly lines?: number;
  readonly follow: boolean;
  readonly scope?: readonly (AuditScope | 'all')[];
  readonly since?: string;
  readonly until?: string;
  readonly entity?: readonly AuditEntity[];
  /** In words or codes. */
  readonly operation?: readonly string[];
  readonly user?: string;
  readonly details: boolean;
}

/** Prints entries as they arrive; with `--json`, one document per line. */
export async function tailAudit(context: Context, options: TailOptions): Promise<void> {
  const { host } = context;
  const request = await requestOf(options, host.clock.now());
  const api = await context.api();
  const view = auditEntryView(options.details);
  try {
    const log: Log = {
      page: (page, signal) => api.project.audit(page, signal),
      waitMs: () => api.waitMs('listAudit', 1),
      clock: host.clock,
    };
    await show(context, tail(log, request, host.signal), view, options.follow);
  } catch (error) {
    throw withRefusedHint(error, PLAN);
  }
}

const PLAN = 'The audit log is part of the Enterprise plan: check which plan the project has';

async function show(
  { ui }: Context,
  events: AsyncIterable<TailEvent>,
  view: ReturnType<typeof auditEntryView>,
  follow: boolean,
): Promise<void> {
  let isAny = false;
  for await (const event of events) {
    switch (event.type) {
      case 'entry':
        isAny = true;
        await ui.item(event.entry, view);
        break;
      case 'lag':
        ui.warn(
          `New entries arrive faster than they can be read: those${event.since === null ? '' : ` after ${event.since}`} ` +
            `are shown in ${formatDuration(event.waitMs)}. None are skipped.`,
        );
        break;
      case 'trouble':
        ui.warn(
          `${event.failure.message} Next try in ${formatDuration(event.retryMs)}; nothing is missed.`,
        );
        break;
      default:
        event satisfies never;
    }
  }
  if (!isAny && !follow) ui.say('No entries.');
}

async function requestOf(options: TailOptions, now: number): Promise<TailRequest> {
  const { follow, lines, scope, since, until, entity, operation, user } = options;
  if (follow && until !== undefined) {
    throw new Failure('usage', '--until cannot be combined with --follow.', {
      hint: 'Use only one of them',
    });
  }
  const read = (
    name: string,
    text: string | undefined,
    edge: 'start' | 'end',
  ): number | undefined => {
    if (text === undefined) return undefined;
    const ms = parsePast(text, now, edge);
    if (ms !== undefined) return ms;
    throw new Failure('usage', `Invalid ${name} "${text}".`, {
      hint: 'Such as 2h, 90d, 2026-01-31, 2026-01-31T12:00 or 2026-01-31T12:00+01:00',
    });
  };
  const sinceMs = read('--since', since, 'start');
  const untilMs = read('--until', until, 'end');
  if (sinceMs !== undefined && sinceMs > now) {
    throw new Failure('usage', `--since "${since}" is in the future.`, {
      hint: 'Name a moment in the past, such as 2h or 2026-01-31',
    });
  }
  if (sinceMs !== undefined && untilMs !== undefined && sinceMs > untilMs) {
    throw new Failure('usage', '--since is later than --until.', { hint: 'Swap the two' });
  }
  const wanted = user?.toLowerCase();
  const match = (entry: AuditEntry): boolean =>
    (entity === undefined || entity.includes(entry.entity)) &&
    (operation === undefined || isOne(entry.operation, operation)) &&
    (wanted === undefined || entry.user.toLowerCase().includes(wanted));
  const filters = entity !== undefined || operation !== undefined || wanted !== undefined;
  return {
    follow,
    sinceMs,
    untilMs,
    last: lines,
    scopes: scopesOf(scope, entity !== undefined),
    match: filters ? match : undefined,
  };
}

const isOne = (operation: AuditOperation, wanted: readonly string[]): boolean =>
  wanted.includes(operation) || wanted.includes(AUDIT_WORDS[operation]);

/** If a run filters by entity, all scopes count unless it names some: an entity may be in any scope. */
function scopesOf(
  scope: readonly (AuditScope | 'all')[] | undefined,
  anywhere: boolean,
): readonly AuditScope[] | undefined {
  if (scope === undefined) return anywhere ? AUDIT_SCOPES : undefined;
  return scope.includes('all') ? AUDIT_SCOPES : AUDIT_SCOPES.filter((each) => scope.includes(each));
}
