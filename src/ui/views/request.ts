import type { RequestEvent } from '../../api/options.ts';
import { formatDuration } from '../../model/duration.ts';
import type { Style } from '../style.ts';

/** `GET /page/17 200 34 ms, 12 of 600 sent, resets in 41 s`: one request with `--verbose`. */
export function requestLine(event: RequestEvent, style: Style): string {
  const { method, path, status, problem, ms, limit } = event;
  const answer = status === null ? style.text(problem ?? 'no answer') : String(status);
  const state =
    limit === null
      ? ''
      : `, ${limit.sent} of ${limit.limit} sent, resets in ${formatDuration(limit.resetMs)}`;
  return `${method} ${style.text(path)} ${answer} ${Math.round(ms)} ms${state}`;
}
