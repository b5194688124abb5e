/** The style of the HTML report: light and dark, for screens and for print. Contrast is 4.5:1 or more: WCAG 2.2, 1.4.3. */
export const HTML_STYLE = `
:root {
  color-scheme: light dark;
  --text: #1f2328; --soft: #57606a; --page: #ffffff; --box: #f6f8fa; --line: #d0d7de; --link: #0550ae;
  --breaking: #b3261e; --risky: #8a5300; --safe: #1a6b34;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6edf3; --soft: #9da7b3; --page: #0d1117; --box: #161b22; --line: #3d444d; --link: #79b8ff;
    --breaking: #ff8a80; --risky: #f0b450; --safe: #6fdd8b;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; color: var(--text); background: var(--page);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.75rem; }
h2 { margin: 2rem 0 0.75rem; font-size: 1.25rem; }
header p { margin: 0.25rem 0 0; color: var(--soft); }
code { font: 0.875em ui-monospace, monospace; overflow-wrap: anywhere; }
a { color: var(--link); }
.cards { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 0 0 1rem; padding: 0; list-style: none; }
.cards li { padding: 0.5rem 1rem; border: 1px solid var(--line); border-left: 0.375rem solid; border-radius: 0.375rem; background: var(--box); }
.cards a { color: inherit; }
.cards strong { font-size: 1.5rem; }
.cards .breaking, section.breaking > h2 { color: var(--breaking); }
.cards .risky, section.risky > h2 { color: var(--risky); }
.cards .safe, section.safe > h2 { color: var(--safe); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; margin: 1rem 0; }
dt { color: var(--soft); }
dd { margin: 0; }
details { margin: 0.5rem 0; border: 1px solid var(--line); border-radius: 0.375rem; background: var(--box); }
summary { padding: 0.5rem 0.75rem; cursor: pointer; overflow-wrap: anywhere; }
summary > code:first-of-type { font-weight: 600; }
details > p, details > ul { margin: 0.5rem 0.75rem; }
.side { padding: 0 0.375rem; border: 1px solid var(--line); border-radius: 1rem; color: var(--soft); font-size: 0.8125rem; }
.scroll { overflow-x: auto; }
details .scroll { border-top: 1px solid var(--line); background: var(--page); }
a:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; }
caption { padding: 0.5rem 0.75rem; color: var(--soft); text-align: left; overflow-wrap: anywhere; }
th, td { padding: 0.375rem 0.75rem; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
thead th { color: var(--soft); font-weight: 600; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.operations { columns: 24rem; padding-left: 1.25rem; }
.operations li { break-inside: avoid; }
@media print { details { break-inside: avoid; } }
`;
