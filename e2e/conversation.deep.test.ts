/** Slow by design: pictures, limits and summaries of a conversation. */
import './conversation.test.ts'
