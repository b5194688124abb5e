// Inside the executable: unpacks its only asset, the tool, on the first run, and starts it.
'use strict';

const fs = require('node:fs');
const { createRequire } = require('node:module');
const { homedir } = require('node:os');
const path = require('node:path');
const sea = require('node:sea');
const v8 = require('node:v8');
const { brotliDecompressSync } = require('node:zlib');

const OTHERS_MAY_WRITE = 0o022;

/** The folder for caches of this user, as the system has it. */
function cacheFolder() {
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  if (process.platform === 'win32') return LOCALAPPDATA || path.join(homedir(), 'AppData', 'Local');
  return XDG_CACHE_HOME || path.join(homedir(), '.cache');
}

/**
 * Whether nobody else can put code there for us to run. A folder that is not there yet is made.
 *
 * @param {string} folder
 */
function isOwn(folder) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const user = process.getuid?.();
  if (user === undefined) return true;
  const { uid, mode } = fs.lstatSync(folder);
  return uid === user && (mode & OTHERS_MAY_WRITE) === 0;
}

/**
 * Writes all files into a folder and moves it to its place: other processes see all or none.
 *
 * @param {string} folder
 */
function unpack(folder) {
  const whole = fs.mkdtempSync(`${folder}-`);
  const packed = new Uint8Array(/** @type {ArrayBuffer} */ (sea.getRawAsset('package')));
  /** @type {Map<string, Buffer>} */
  const files = v8.deserialize(brotliDecompressSync(packed));
  for (const [name, bytes] of files) {
    const file = path.join(whole, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, bytes);
  }
  try {
    fs.renameSync(whole, folder);
  } catch (error) {
    fs.rmSync(whole, { recursive: true, force: true });
    if (!fs.existsSync(folder)) throw error;
  }
}

function start() {
  const caches = path.join(cacheFolder(), 'docs-cli');
  if (!isOwn(caches)) {
    console.error(`The folder ${caches} belongs to another user, or others may write to it.`);
    console.error('  Remove it, or set XDG_CACHE_HOME to a folder of your own');
    process.exitCode = 1;
    return;
  }
  const folder = path.join(caches, sea.getAsset('digest', 'utf8'));
  if (!fs.existsSync(folder)) unpack(folder);
  const docs = path.join(folder, 'bin', 'docs.js');
  createRequire(docs)(docs);
}

start();
