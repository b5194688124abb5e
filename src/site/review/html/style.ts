/** The style of a review: light, dark and print. Contrast is at least 4.5:1 (WCAG 2.2, 1.4.3). */
export const STYLE = `
:root {
  color-scheme: light dark;
  --text: #1f2328; --soft: #57606a; --page: #ffffff; --box: #f6f8fa; --line: #d0d7de; --link: #0550ae;
  --added: #116329; --added-box: #dafbe1; --removed: #a40e26; --removed-box: #ffebe9; --behind: #7d4e00; --behind-box: #fff4d4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6edf3; --soft: #9da7b3; --page: #0d1117; --box: #161b22; --line: #3d444d; --link: #79b8ff;
    --added: #7ee2a0; --added-box: #10331f; --removed: #ffa198; --removed-box: #46171c; --behind: #f2c14e; --behind-box: #3a2d0b;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; color: var(--text); background: var(--page);
  font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: break-word; }
body:has(#side:checked) { max-width: 96rem; }
h1 { margin: 0; font-size: 1.75rem; }
h2 { margin: 0; font-size: 1.25rem; }
header p { margin: 0.25rem 0; color: var(--soft); }
header .totals { color: var(--text); }
a { color: var(--link); }
code, kbd { font: 0.875em ui-monospace, monospace; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.controls { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: center; margin: 1rem 0 0; padding: 0; border: 0; }
.controls legend { padding: 0; float: left; margin-right: 0.75rem; color: var(--soft); }
label { display: inline-flex; gap: 0.375rem; align-items: center; min-height: 1.5rem; cursor: pointer; }
label[hidden] { display: none; }
input { width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--link); }
nav { margin: 1.5rem 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.375rem; background: var(--box); }
nav ul { margin: 0; padding: 0; list-style: none; max-height: 18rem; overflow-y: auto; }
nav li { padding: 0.125rem 0; }
nav .ticked::after { content: " ✓"; color: var(--added); }
.state { display: inline-block; padding: 0 0.5rem; border: 1px solid; border-radius: 1rem; font-size: 0.8125rem; line-height: 1.5; white-space: nowrap; color: var(--soft); }
.state.added { color: var(--added); } .state.removed { color: var(--removed); } .state.changed, .state.unseen { color: var(--behind); }
article { margin: 2rem 0; border: 1px solid var(--line); border-radius: 0.5rem; }
.head { display: flex; gap: 0.25rem 1rem; align-items: baseline; justify-content: space-between;
  padding: 0.75rem 1rem; border-bottom: 1px solid var(--line); border-radius: 0.5rem 0.5rem 0 0; background: var(--box); }
.head > div { min-width: 0; }
.head p { margin: 0; color: var(--soft); overflow-wrap: anywhere; }
article:has(.tick:checked) > :not(.head) { display: none; }
article > .note { margin: 1rem; color: var(--soft); }
.facts { margin: 1rem; padding: 0.5rem 1rem; border-left: 0.25rem solid var(--behind); background: var(--behind-box); }
.facts h3 { margin: 0; font-size: 1rem; }
.facts dl { margin: 0.25rem 0 0; }
.facts dt { margin-top: 0.375rem; }
.facts dd { margin: 0 0 0 1rem; overflow-wrap: anywhere; }
.row { padding: 0 1rem; }
.row.changed, .row.added, .row.removed { border-left: 0.25rem solid; padding-left: 0.75rem; margin: 0.25rem 0; }
.row.changed { border-color: var(--behind); } .row.added { border-color: var(--added); } .row.removed { border-color: var(--removed); }
.after { display: none; }
.fold { margin: 0.5rem 0; border-block: 1px dashed var(--line); }
.fold > summary { padding: 0.375rem 1rem; color: var(--soft); cursor: pointer; font-size: 0.875rem; }
ins { color: var(--added); background: var(--added-box); text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
del { color: var(--removed); background: var(--removed-box); text-decoration: line-through; }
ins.block, del.block { display: block; text-decoration: none; padding: 0.0625rem 0.5rem; margin: 0.375rem 0; border-radius: 0.25rem; }
ins.block, del.block { position: relative; padding-left: 1.5rem; }
ins.block::before, del.block::before { position: absolute; left: 0.5rem; content: "+"; }
del.block::before { content: "−"; }
ins a, del a { color: inherit; }
ins, del, .behind, dd { unicode-bidi: isolate; }
.row p.look { margin: 0.125rem 0 0.375rem; color: var(--behind); font-size: 0.875rem; }
.behind { background: var(--behind-box); border-bottom: 2px dotted var(--behind); }
:not(span).behind { outline: 2px dotted var(--behind); outline-offset: 2px; background: none; border-bottom: 0; }
.page-link { text-decoration: underline; color: var(--link); }
ins .page-link, del .page-link { color: inherit; }
.heading { font-weight: 600; line-height: 1.3; margin: 1.25rem 0 0.5rem; }
.h1 { font-size: 1.5rem; } .h2 { font-size: 1.375rem; } .h3 { font-size: 1.1875rem; }
.row p { margin-block: 0.625rem; } .row li > p { margin-block: 0.125rem; } .row p.title { font-weight: 600; }
.row .figure p.title { font-weight: 400; }
.row ul, .row ol { padding-left: 1.5rem; }
blockquote { margin: 0.75rem 0; padding-left: 1rem; border-left: 0.25rem solid var(--line); }
.rule { margin: 1.25rem 0; border-top: 2px solid var(--line); } .space { min-height: 1rem; }
.code { margin: 0.75rem 0; padding: 0.625rem 0.75rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 0.375rem; background: var(--box); }
.code .title { margin: 0 0 0.5rem; font-size: 0.875rem; }
.line { display: block; min-height: 1.4em; white-space: pre; font: 0.875rem/1.5 ui-monospace, monospace; width: max-content; min-width: 100%; }
.line.ins { background: var(--added-box); } .line.del { background: var(--removed-box); }
.line.ins ins, .line.del del { text-decoration: none; }
.line.ins::before { content: "+ "; color: var(--added); } .line.del::before { content: "− "; color: var(--removed); }
.scroll { overflow-x: auto; margin: 0.75rem 0; }
table { border-collapse: collapse; font-size: 0.9375rem; }
th, td { padding: 0.375rem 0.75rem; border: 1px solid var(--line); text-align: left; vertical-align: top; }
td > p:first-child, th > p:first-child { margin-top: 0; } td > p:last-child, th > p:last-child { margin-bottom: 0; }
th { background: var(--box); } .align-right { text-align: right; } .align-center { text-align: center; }
td.ins, th.ins, tr.ins > * { background: var(--added-box); } td.del, th.del, tr.del > * { background: var(--removed-box); }
.callout { margin: 0.75rem 0; padding: 0.375rem 1rem; border-left: 0.25rem solid var(--link); border-radius: 0.25rem; background: var(--box); }
.callout.warning { border-color: #bf8700; } .callout.error { border-color: #cf222e; } .callout.success { border-color: #2da44e; }
.section, .group, .conditional, .synced { margin: 0.75rem 0; padding: 0.25rem 0.875rem; border: 1px solid var(--line); border-radius: 0.375rem; }
.group:empty { display: none; }
.group { padding: 0 0.5rem; border-style: dashed; }
.conditional .note { color: var(--soft); font-size: 0.875rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr)); gap: 0.75rem; padding: 0 !important; list-style: none; }
.cards > li { padding: 0.25rem 0.875rem; border: 1px solid var(--line); border-radius: 0.375rem; }
.cards .title + .title { font-weight: 400; }
.picture { display: inline-block; max-width: 100%; padding: 0.125rem 0.5rem; border: 1px dashed; border-radius: 0.25rem; }
.row img { max-width: 100%; height: auto; vertical-align: middle; }
.badge, .icon, kbd { padding: 0 0.375rem; border: 1px solid var(--line); border-radius: 0.25rem; font-size: 0.8125rem; }
.html { overflow-x: auto; }
.html[data-source]::after { content: attr(data-source); display: block; margin-top: 0.5rem; color: var(--soft); font: 0.8125rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (min-width: 48rem) {
  body:has(#side:checked) .row:not(.same) { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 1.5rem; }
  body:has(#side:checked) .row.added > .before { grid-column: 2; }
  body:has(#side:checked) .row.changed > .after { display: block; }
}
@media (max-width: 47.99rem) { body:has(#side:checked) .row.changed > .after { display: block; border-top: 1px dashed var(--line); } }
body:has(#side:checked) .row.changed > .before :is(ins, li.ins, tr.ins, td.ins, th.ins, .line.ins) { display: none; }
body:has(#side:checked) .row.changed > .after :is(del, li.del, tr.del, td.del, th.del, .line.del) { display: none; }
@media print { .controls, nav, .tick-label { display: none; } .fold:not([open]) { display: none; } article { break-inside: auto; border: 0; } }
@media (max-width: 30rem) { body { padding: 0.75rem; } .head { flex-wrap: wrap; } .row { padding: 0 0.5rem; } .head { padding: 0.5rem; } }
`;
