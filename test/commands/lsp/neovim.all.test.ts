/**
 * Neovim, set up as the manual says, as a real client of the built server. Slow: it starts both.
 */
import { spawnSync } from 'node:child_process';
import { chmod, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { builtTool } from '../../support/built.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const hasNeovim = spawnSync('nvim', ['--version']).status === 0;

const page = (title: string, text: string): string => `---\ntitle: ${title}\n---\n\n${text}\n`;

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/guide/_nav.yaml': 'items:\n  - roof\n  - tools\n',
  'docs/v1.0/guide/roof.md': page('Roof', 'See [tools](Tools.md).\n\nSee [gauge](tools.md#'),
  'docs/v1.0/guide/tools.md': page('Tools', '## The gauge\n\nText'),
};

/** What a person does, with the commands of Neovim that they would use. */
const STEPS = `
local said = {}
local function wait(what, isTrue)
  if vim.wait(30000, isTrue, 20) then return end
  vim.fn.writefile({ vim.fn.json_encode({ failed = what, said = said }) }, 'said.json')
  vim.cmd('cquit')
end
local function lines() return vim.api.nvim_buf_get_lines(0, 0, -1, false) end
vim.ui.select = function(items, _, choose) choose(items[1], 1) end

vim.cmd('edit docs/v1.0/guide/roof.md')
vim.bo.filetype = 'markdown'
wait('diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
for _, each in ipairs(vim.diagnostic.get(0)) do
  table.insert(said, each.code .. ' ' .. (each.lnum + 1) .. ':' .. (each.col + 1))
end

vim.api.nvim_win_set_cursor(0, { 5, 14 })
vim.lsp.buf.code_action()
wait('code action', function() return lines()[5] == 'See [tools](tools.md).' end)

table.insert(said, vim.bo.omnifunc)
vim.api.nvim_win_set_cursor(0, { 7, 20 })
vim.cmd('startinsert!')
local params = vim.lsp.util.make_position_params()
params.position.character = #lines()[7]
local answers = vim.lsp.buf_request_sync(0, 'textDocument/completion', params, 30000)
for _, answer in pairs(answers) do
  for _, item in ipairs(answer.result) do
    if item.label == 'the-gauge' then
      vim.lsp.util.apply_text_edits({ item.textEdit }, 0, 'utf-16')
    end
  end
end
vim.cmd('stopinsert')
table.insert(said, lines()[7])
vim.api.nvim_buf_set_lines(0, 6, 7, false, { lines()[7] .. ').' })
wait('no diagnostics', function() return #vim.diagnostic.get(0) == 0 end)

vim.api.nvim_win_set_cursor(0, { 7, 14 })
vim.lsp.buf.definition()
wait('definition', function() return vim.fn.bufname():match('tools%.md$') ~= nil end)
table.insert(said, vim.fn.line('.') .. ' ' .. vim.fn.getline('.'))

vim.cmd('edit docs/v1.0/guide/roof.md')
vim.api.nvim_win_set_cursor(0, { 5, 14 })
vim.lsp.buf.rename('gear')
wait('rename', function() return lines()[7] == 'See [gauge](gear.md#the-gauge).' end)
vim.cmd('silent wall')
wait('file', function() return vim.fn.filereadable('docs/v1.0/guide/gear.md') == 1 end)
vim.fn.writefile({ vim.fn.json_encode({ said = said }) }, 'said.json')
vim.cmd('qall!')
`;

test.skipIf(!hasNeovim)(
  'Neovim, as the manual sets it up, shows findings, fixes, completes, follows and renames',
  async () => {
    const manual = await readFile(join(ROOT, 'manual/docs/current/manual/editors.md'), 'utf8');
    const init = /```lua[^\n]*\n([\s\S]*?)```/.exec(manual)?.[1] ?? '';
    const folder = await temporaryFolder(FILES);
    const bin = await temporaryFolder({
      docs: `#!/bin/sh\nexec "${process.execPath}" "${builtTool().docs}" "$@"\n`,
    });
    await chmod(join(bin, 'docs'), 0o755);
    await writeFiles(bin, { 'init.lua': init, 'steps.lua': STEPS });

    const run = spawnSync(
      'nvim',
      ['--headless', '--clean', '-u', join(bin, 'init.lua'), '-S', join(bin, 'steps.lua')],
      {
        cwd: folder,
        encoding: 'utf8',
        timeout: 100_000,
        env: { ...process.env, HOME: bin, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
      },
    );

    expect(run.stderr).not.toContain('Error');
    const { failed, said } = JSON.parse(await readFile(join(folder, 'said.json'), 'utf8'));
    expect(failed).toBeUndefined();
    expect(said).toEqual([
      'broken-link 5:13',
      'v:lua.vim.lsp.omnifunc',
      'See [gauge](tools.md#the-gauge',
      '5 ## The gauge',
    ]);
    expect(await readFile(join(folder, 'docs/v1.0/guide/_nav.yaml'), 'utf8')).toContain('- gear');
  },
);
