/** Whether, and where, a person can be asked. */
import type { Host } from '../host.ts';

/** Whether a person sees stderr and types on stdin. If a list was read from the keyboard, stdin has ended. */
export const isAttended = ({ stdin, stderr }: Host): boolean =>
  stderr.isTTY === true && stdin.isTTY === true && !stdin.readableEnded;

/** Whether a person can be asked, on the streams or on the terminal itself. */
export function canAnswer(host: Host): boolean {
  if (isAttended(host)) return true;
  const console = host.openConsole();
  console?.close();
  return console !== undefined;
}
