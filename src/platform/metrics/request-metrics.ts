/** What an instance counts of its requests and their limits. */
import type { OperationName } from '../../model/operations.ts';
import type { RequestObserver } from '../log/watched.ts';
import { Counter, Histogram, Gauge, type Family } from './series.ts';

/** In seconds. Also for transactions, which are most of a request. */
export const REQUEST_BOUNDS: readonly number[] = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

export class RequestMetrics implements RequestObserver {
  readonly #answered = new Counter({
    name: 'docs_http_requests_total',
    help: 'Requests that were answered, by what they asked for.',
    labels: ['operation', 'status'],
  });
  readonly #durations = new Histogram(
    {
      name: 'docs_http_request_duration_seconds',
      help: 'Time until the last byte of an answer was handed over.',
      labels: ['operation'],
    },
    REQUEST_BOUNDS,
  );
  readonly #cutOff = new Counter({
    name: 'docs_http_requests_cut_off_total',
    help: 'Requests whose client left before it had the whole answer.',
  });
  readonly #limits = new Counter({
    name: 'docs_rate_limit_requests_total',
    help: 'Requests that the rate limits granted or refused.',
    labels: ['operation', 'outcome'],
  });
  #underWay = 0;

  readonly families: readonly Family[] = [
    this.#answered,
    this.#durations,
    this.#cutOff,
    new Gauge(
      { name: 'docs_http_requests_in_flight', help: 'Requests under way.' },
      'gauge',
      () => [[this.#underWay]],
    ),
    this.#limits,
  ];

  began(): void {
    this.#underWay += 1;
  }

  answered({ asked, status, ms, isCutOff }: Parameters<RequestObserver['answered']>[0]): void {
    this.#underWay -= 1;
    this.#answered.add(asked, String(status));
    this.#durations.observe(ms / 1000, asked);
    if (isCutOff) this.#cutOff.add();
  }

  limited(operation: OperationName, isGranted: boolean): void {
    this.#limits.add(operation, isGranted ? 'granted' : 'refused');
  }
}
