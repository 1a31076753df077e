/** Slow by design: tables of 40,000 and of 10,000 cells are pasted. */
import './contentText.test.ts'
