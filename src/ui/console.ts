/** Where a person can be asked. */
import type { Host } from '../host.ts';

/** Whether a person sees stderr and types on stdin. A list that was read from the keyboard has ended it. */
export const isAttended = ({ stdin, stderr }: Host): boolean =>
  stderr.isTTY === true && stdin.isTTY === true && !stdin.readableEnded;

/** Whether a person can be asked, on the streams or past them. */
export function canAnswer(host: Host): boolean {
  if (isAttended(host)) return true;
  const console = host.openConsole();
  console?.close();
  return console !== undefined;
}
