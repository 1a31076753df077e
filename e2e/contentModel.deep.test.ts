/** Slow by design: every setting of models, terms and languages. */
import './contentModel.test.ts'
