import type { Part } from './sections.ts'

/** Sections that list things: cards, prices, steps, dates, questions, figures, tiles. */
export const listStyles = {
  cards: `.cards {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
  gap: var(--space);
  margin: 0;
  padding: 0;
  list-style: none;
}

.card {
  padding: clamp(1.5rem, 1rem + 1.6vw, 2.25rem);
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: color-mix(in oklab, var(--surface) 45%, var(--background));
}

.card-title {
  margin: 0;
  font: 600 var(--size-large) / 1.25 var(--heading);
  text-wrap: balance;
}

.card-text {
  margin: 0.75rem 0 0;
  color: var(--muted);
  text-wrap: pretty;
}`,
  prices: `.prices {
  margin: 0;
  padding: 0;
  list-style: none;
}

.price {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0.125rem var(--space);
  padding-block: 1.125rem;
  border-bottom: 1px solid var(--line);
}

.price:first-child {
  border-top: 1px solid var(--line);
}

.price-name {
  font-weight: 600;
}

.price-cost {
  color: var(--primary);
  font-weight: 600;
  font-variant-numeric: tabular-nums;
}

.price-note {
  grid-column: 1;
  color: var(--muted);
}`,
  steps: `.steps {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
  gap: var(--space-large) var(--space);
  margin: 0;
  padding: 0;
  list-style: none;
  counter-reset: step;
}

.step {
  padding-top: 1.25rem;
  border-top: 3px solid var(--primary);
  counter-increment: step;
}

.step::before {
  content: counter(step);
  display: block;
  margin-bottom: 0.75rem;
  color: var(--primary);
  font: 600 var(--size-title) / 1 var(--heading);
}

.step-title {
  margin: 0;
  font: 600 var(--size-large) / 1.25 var(--heading);
}

.step-text {
  max-width: 26rem;
  margin: 0.5rem 0 0;
  color: var(--muted);
}`,
  timeline: `.timeline {
  margin: 0;
}

.moment {
  display: grid;
  gap: 0.25rem var(--space);
  padding-block: 1.125rem;
  border-bottom: 1px solid var(--line);
}

.moment:first-child {
  border-top: 1px solid var(--line);
}

.moment-when {
  font-weight: 600;
}

.moment-what {
  margin: 0;
  color: var(--muted);
  font-variant-numeric: tabular-nums;
}

@media (min-width: 36rem) {
  .moment {
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
  }
}`,
  questions: `.question {
  border-bottom: 1px solid var(--line);
}

.question:first-child {
  border-top: 1px solid var(--line);
}

.question-title {
  padding-block: 1.125rem;
  font-weight: 600;
  cursor: pointer;
}

.question-title:hover {
  color: var(--primary);
}

.question-title::marker {
  color: var(--primary);
}

.question-text {
  max-width: 38rem;
  margin: 0;
  padding-bottom: 1.375rem;
  color: var(--muted);
}`,
  figures: `.figures {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr));
  gap: var(--space-large);
  margin: 0;
}

.figure {
  display: flex;
  flex-direction: column-reverse;
  justify-content: flex-end;
  gap: 0.5rem;
}

.figure-value {
  margin: 0;
  color: var(--primary);
  font: 600 var(--size-title) / 1.1 var(--heading);
  letter-spacing: -0.02em;
}

.figure-what {
  color: var(--muted);
}`,
  tiles: `.tiles {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
  gap: var(--space-large) var(--space);
  margin: 0;
  padding: 0;
  list-style: none;
}

.tile-face {
  aspect-ratio: 4 / 3;
  margin-bottom: 1.125rem;
  border-radius: var(--radius);
  background: radial-gradient(circle at 28% 120%, var(--accent) 0 46%, transparent 46.3%), linear-gradient(150deg, var(--primary), color-mix(in oklab, var(--primary) 60%, var(--secondary)));
}

.tile:nth-child(3n + 2) .tile-face {
  background: radial-gradient(circle at 50% 50%, var(--background) 0 18%, transparent 18.3%), radial-gradient(circle at 50% 50%, var(--primary) 0 38%, transparent 38.3%), var(--accent);
}

.tile:nth-child(3n) .tile-face {
  background: linear-gradient(128deg, var(--secondary) 0 46%, transparent 46.2%), linear-gradient(52deg, var(--accent) 0 34%, transparent 34.2%), color-mix(in oklab, var(--primary) 35%, var(--surface));
}

.tile-title {
  margin: 0;
  font: 600 var(--size-large) / 1.25 var(--heading);
}

.tile-text {
  margin: 0.375rem 0 0;
  color: var(--muted);
}`,
} satisfies Partial<Record<Part, string>>
