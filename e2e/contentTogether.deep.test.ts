/** Slow by design: two people and an agent write in one entry, beside the page. */
import './contentTogether.test.ts'
