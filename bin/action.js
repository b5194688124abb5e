// What the GitHub Action runs: its input as a command of the bundle beside it, without a shell.
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { commandWords } = require('./command-words.js');

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/**
 * Fails as `docs` does in a job: prints the error on stderr, as an annotation, and in the summary.
 *
 * @param {string} message
 * @param {string} hint
 */
const fail = (message, hint) => {
  console.error(`error ${message}`);
  console.error(`  ${hint}`);
  console.error(`::error::${message}%0A${hint}`);
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  if (summary) fs.appendFileSync(summary, `**error** ${message}<br>${hint}\n\n`);
  process.exitCode = 2;
};

if (major < 20 || (major === 20 && minor < 19)) {
  fail(
    `docs needs Node 20.19 or newer; this is ${process.versions.node}.`,
    'Put actions/setup-node before this step',
  );
} else {
  const words = commandWords(process.argv[2] ?? '');
  if (words === null) {
    fail(
      'The command of the action ends within quotes.',
      'Close them; a quote that is text is written \\" or \\\'',
    );
  } else {
    process.argv = [process.execPath, path.join(__dirname, 'docs.js'), ...words];
    // oxlint-disable-next-line import/no-unassigned-import -- it runs when it is loaded
    require('./docs.js');
  }
}
