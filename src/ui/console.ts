/** Whether, and where, a person can be asked. Whether somebody watches at all: `isWatched` of the host. */
import type { Host } from '../host.ts';
import { inPipeline } from '../model/pipeline.ts';

/** Whether a person sees stderr and types on stdin. */
export const isAttended = (host: Host): boolean => !inPipeline(host.env) && hasStreams(host);

/** Whether a person can be asked, on the streams or on the terminal itself. */
export const canAnswer = (host: Host): boolean => !inPipeline(host.env) && hasTerminal(host);

/** Whether there is a terminal at all, even if the streams are redirected. */
export function hasTerminal(host: Host): boolean {
  if (hasStreams(host)) return true;
  const console = host.openConsole();
  console?.close();
  return console !== undefined;
}

/** If a list was read from the keyboard, stdin has ended. */
const hasStreams = ({ stdin, stderr }: Host): boolean =>
  stderr.isTTY === true && stdin.isTTY === true && !stdin.readableEnded;
