/** Runs before Swagger UI, which would take over all links within the page from the browser. */
Object.assign(globalThis, { noZensmooth: true });
