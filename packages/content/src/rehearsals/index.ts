import type { Rehearsal } from '@atelier/agent'
import { listStale } from './listStale.ts'
import { setUpBlog } from './setUpBlog.ts'
import { translateField } from './translateField.ts'
import { writePost } from './writePost.ts'

/** Scripts of the scope `content` for a server without a model, in the order in which they are offered. */
export const contentRehearsals: readonly Rehearsal[] = [setUpBlog, writePost, translateField, listStale]
