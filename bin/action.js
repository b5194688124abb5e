// What the GitHub Action runs: the command of its input, split into words, by the bundle that lies beside it. No shell reads the words.
'use strict';

const path = require('node:path');
const { commandWords } = require('./command-words.js');

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`docs needs Node 20.19 or newer; this is ${process.versions.node}.`);
  console.error('  Put actions/setup-node before this step');
  process.exitCode = 2;
} else {
  const words = commandWords(process.argv[2] ?? '');
  if (words === null) {
    console.error('The command of the action ends within quotes.');
    console.error('  Close them; a quote that is text is written \\" or \\\'');
    process.exitCode = 2;
  } else {
    process.argv = [process.execPath, path.join(__dirname, 'docs.js'), ...words];
    // oxlint-disable-next-line import/no-unassigned-import -- it runs when it is loaded
    require('./docs.js');
  }
}
