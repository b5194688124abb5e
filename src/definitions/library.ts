/** Only this module loads the definition library: it is large, and no other command should wait for it (ADR 70). */
import type * as core from '@redocly/openapi-core';

export type Library = typeof core;

/** Loads the definition library, once per process. */
export const loadLibrary = (): Promise<Library> => import('@redocly/openapi-core');
