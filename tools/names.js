// npm run names: one exported name means one thing, and no folder of src holds more than 20 files.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** More beside each other hide the concepts that they are about. */
const MAX_FILES = 20;

const DECLARED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:class|interface|type|const|let|function\*?) +(\w+)/gm;

const files = (await readdir(join(root, 'src'), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/'));

/** @type {Map<string, Set<string>>} The files that declare each name. */
const declaredIn = new Map();
/** @type {Map<string, number>} */
const filesIn = new Map();
for (const file of files) {
  filesIn.set(dirname(file), (filesIn.get(dirname(file)) ?? 0) + 1);
  if (!file.endsWith('.ts')) continue;
  for (const [, name = ''] of (await readFile(join(root, file), 'utf8')).matchAll(DECLARED)) {
    declaredIn.set(name, (declaredIn.get(name) ?? new Set()).add(file));
  }
}

const shared = [...declaredIn].filter(([, where]) => where.size > 1);
const full = [...filesIn].filter(([, count]) => count > MAX_FILES);
const problems = [
  ...shared.map(([name, where]) => `${name} is exported by ${[...where].toSorted().join(' and ')}`),
  ...full.map(([folder, count]) => `${folder} holds ${count} files: group them`),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
