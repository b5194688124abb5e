/** The process, under the names that other programs on Node use. */
import { readdirSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { Gauge, type Family } from './series.ts';

/** @param startedAt Unix time in seconds */
export const processMetrics = (startedAt: number): readonly Family[] => [
  new Gauge(
    {
      name: 'process_cpu_seconds_total',
      help: 'CPU time of the process, of user and system.',
    },
    'counter',
    () => {
      const { user, system } = process.cpuUsage();
      return [[(user + system) / 1e6]];
    },
  ),
  new Gauge(
    { name: 'process_start_time_seconds', help: 'When the process started, as Unix time.' },
    'gauge',
    () => [[startedAt]],
  ),
  new Gauge(
    { name: 'process_resident_memory_bytes', help: 'Memory that the process uses.' },
    'gauge',
    () => [[process.memoryUsage.rss()]],
  ),
  new Gauge(
    { name: 'process_open_fds', help: 'Open files and sockets. On Linux only.' },
    'gauge',
    openFiles,
  ),
  new Gauge(
    { name: 'nodejs_heap_size_used_bytes', help: 'Used part of the JavaScript heap.' },
    'gauge',
    () => [[process.memoryUsage().heapUsed]],
  ),
  new Gauge(
    {
      name: 'docs_event_loop_seconds_total',
      help: 'Time that the thread which answers requests was busy or idle.',
      labels: ['state'],
    },
    'counter',
    () => {
      const { active, idle } = performance.eventLoopUtilization();
      return [
        [active / 1000, 'busy'],
        [idle / 1000, 'idle'],
      ];
    },
  ),
];

function openFiles(): Iterable<readonly [number]> {
  try {
    // One of them is the folder that is read.
    return [[readdirSync('/proc/self/fd').length - 1]];
  } catch {
    return [];
  }
}
