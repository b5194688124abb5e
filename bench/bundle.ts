// What benchmarks run as it ships: `bundled` in bodies.js makes one module of it.
export { default as Markdoc } from '@markdoc/markdoc';
export { toHtml } from '../src/content/darkdown/convert.ts';
export { NO_PROJECT } from '../src/content/darkdown/write/resolver.ts';
export { articleHtml } from '../src/site/review/html/article.ts';
export { reviewHtml } from '../src/site/review/html/review-document.ts';
export { reviewPage } from '../src/site/review/review.ts';
