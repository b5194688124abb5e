// Preloaded into the tool: writes down which of Node's own modules were loaded in the end.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  // @ts-expect-error -- not in the types, and what Node's own tests go by
  const { moduleLoadList } = process;
  const loaded = moduleLoadList.flatMap(
    (/** @type {string} */ entry) => /^NativeModule (?!internal\/)(.*)/.exec(entry)?.[1] ?? [],
  );
  writeFileSync(process.env['LOADED'] ?? '', JSON.stringify(loaded));
});
