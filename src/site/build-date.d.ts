/** The day of the build, as 2026-01-31; set by vite.config.ts. */
declare const BUILD_DATE: string
