/** Slow by design: a form is put on pages, sent by visitors and decided on. */
import './contentForms.test.ts'
