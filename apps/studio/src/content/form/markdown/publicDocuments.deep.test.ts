/** Slow by design: 300 documents of public repositories, of each a dozen blocks is edited. */
import './publicDocuments.test.ts'
