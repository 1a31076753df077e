/** Slow by design: ten sites are generated, published and looked at beside what was written, at three widths. */
import './sitesOfModels.test.ts'
