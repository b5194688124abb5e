/** Runs before Swagger UI, and keeps it from handling all links within the page itself. */
Object.assign(globalThis, { noZensmooth: true });
