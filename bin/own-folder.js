// Where compiled code is kept: V8 runs it without checking it, so nobody else may be able to put any there.
'use strict';

const fs = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');

const OTHERS_MAY_WRITE = 0o022;

/** A folder for compiled code that is this user's own; null: there is none, or it is not wanted. */
exports.ownFolder = () => {
  // Node's own switch.
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
