// Preloaded into the tool: writes down which of Node's own modules were loaded in the end.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  const loaded = process.moduleLoadList
    .filter((entry) => /^NativeModule (?!internal\/)/.test(entry))
    .map((entry) => entry.slice('NativeModule '.length));
  writeFileSync(process.env.LOADED, JSON.stringify(loaded));
});
