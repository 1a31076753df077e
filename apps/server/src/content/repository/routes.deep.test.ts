/** Slow by design: settings and models that a remote holds back, each with several synchronizations. */
import './routes.test.ts'
