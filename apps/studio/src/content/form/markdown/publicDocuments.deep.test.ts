/** Slow by design: 300 documents of public repositories, of each some blocks are edited. */
import './publicDocuments.test.ts'
