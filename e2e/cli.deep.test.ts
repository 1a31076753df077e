/** Slow by design: every command, also through a restart of the server. */
import './cli.test.ts'
