/** Runs before the server's tests, once for all of their workers. */
export { bundlePrograms as setup } from './programs.ts'
