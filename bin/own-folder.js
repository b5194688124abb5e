// The folder for compiled code. V8 runs it unchecked, so nobody else may be able to write there.
'use strict';

const fs = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');

const OTHERS_MAY_WRITE = 0o022;

/** This user's own folder for compiled code. Null if there is none, or no code must be kept. */
exports.ownFolder = () => {
  // Node's own variable for it.
  if (process.env['NODE_DISABLE_COMPILE_CACHE']) return null;
  const user = process.getuid?.();
  const folder = path.join(tmpdir(), `docs-cli-code-${user ?? 'cache'}`);
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (user === undefined) return folder;
    const { uid, mode } = fs.lstatSync(folder);
    return uid === user && (mode & OTHERS_MAY_WRITE) === 0 ? folder : null;
  } catch {
    return null;
  }
};
