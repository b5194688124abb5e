/** Runs before Swagger UI, which would take over all links within the page: they are the site's, and the browser follows them. */
Object.assign(globalThis, { noZensmooth: true });
