import type { Send } from './send.ts';

/** Counts requests by operation, each attempt once. */
export function counted(send: Send, counts: Map<string, number>): Send {
  return (request, signals) => {
    const { name } = request.operation;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return send(request, signals);
  };
}
