/** Slow by design: two servers on one Postgres, and a tab at each. */
import './serversTogether.test.ts'
