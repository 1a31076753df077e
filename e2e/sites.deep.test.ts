/** Slow by design: every page of public sites is compared by its pixels at two widths. */
import './sites.test.ts'
