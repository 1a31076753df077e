/** Slow by design: some thirty inputs, each as large as a server takes, are sent until one try is undisturbed by the machine. */

import { namedInputs } from './support/hostile.ts'
import { describeHostile } from './support/hostileTests.ts'

describeHostile(namedInputs)
