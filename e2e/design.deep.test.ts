/** Slow by design: fonts, schemes and pages with much CSS. */
import './design.test.ts'
