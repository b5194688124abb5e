/**
 * Works on large definitions in a separate thread, so that the platform can still answer requests.
 * The thread runs this module: in the bundle it is a file of its own, because it is only imported
 * lazily. From source, a thread would have no file to run, so everything runs in this one.
 */
import { Worker, parentPort, workerData } from 'node:worker_threads';
import { type Job, type Jobs, runHere } from './jobs.ts';

/** A smaller definition takes less time than the start of a thread. */
const LARGE = 256 * 1024;

const RUNS_FROM_FILE = /\.c?js$/.test(import.meta.url);

/** Does the job, in another thread if its input is large. Rejects as the job itself would. */
export async function runJob<Name extends keyof Jobs>(
  name: Name,
  input: Parameters<Jobs[Name]>[0],
): Promise<Awaited<ReturnType<Jobs[Name]>>> {
  const job = { name, input } as Job;
  const result = RUNS_FROM_FILE && input.length > LARGE ? inThread(job) : runHere(job);
  return (await result) as Awaited<ReturnType<Jobs[Name]>>;
}

/** Distinguishes our own threads from any other that loads this module. */
const MARK = 'docs-definition-job';

function inThread(job: Job): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { [MARK]: job } });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => {
      reject(new Error(`The thread for a definition ended with code ${code}`));
    });
  });
}

const given: unknown = workerData;
if (typeof given === 'object' && given !== null && MARK in given) {
  // oxlint-disable-next-line require-post-message-target-origin -- a thread's port, not a window
  void runHere(given[MARK] as Job).then((result) => parentPort?.postMessage(result));
}
