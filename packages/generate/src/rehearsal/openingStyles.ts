import type { Part } from './sections.ts'

/** Buttons, and how pages and the home page begin. */
export const openingStyles = {
  button: `.button {
  display: inline-block;
  justify-self: start;
  padding: 0.9rem 1.6rem;
  border: 0;
  border-radius: min(var(--radius), 2rem);
  background: var(--primary);
  color: var(--on-primary);
  font: 600 1.0625rem / 1.3 var(--body);
  text-decoration: none;
  cursor: pointer;
}

.button:hover {
  background: var(--text);
  color: var(--background);
}

.button-inverse {
  background: var(--on-primary);
  color: var(--primary);
}`,
  hero: `.hero {
  display: grid;
  gap: var(--space-large);
  align-items: center;
  padding: var(--space-large) var(--edge);
}

.hero-words {
  display: grid;
  gap: var(--space);
}

.hero-eyebrow {
  margin: 0;
  color: var(--primary);
  font-weight: 600;
}

.hero-title {
  max-width: 13ch;
  margin: 0;
  font: 600 var(--size-display) / 1.02 var(--heading);
  letter-spacing: -0.03em;
  text-wrap: balance;
}

.hero-lead {
  max-width: 34rem;
  margin: 0;
  color: var(--muted);
  font-size: var(--size-large);
  line-height: 1.5;
  text-wrap: pretty;
}

.hero-actions {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.75rem 1.75rem;
  margin-top: 0.5rem;
}

.hero-more {
  padding-block: 0.75rem;
  color: inherit;
  font-weight: 600;
  text-decoration-thickness: 2px;
  text-decoration-color: var(--accent);
  text-underline-offset: 0.35em;
}

.hero-more:hover {
  color: var(--primary);
}

@media (min-width: 56rem) {
  .hero {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
    min-height: min(44rem, 82vh);
  }
}`,
  art: `.art {
  position: relative;
  overflow: hidden;
  aspect-ratio: 5 / 4;
  border-radius: calc(var(--radius) * 1.5);
  background: var(--surface);
}

.art-one,
.art-two,
.art-three,
.art-four {
  position: absolute;
}

.art-round .art-one {
  inset: 12% 34% 30% -8%;
  border-radius: 50%;
  background: var(--accent);
}

.art-round .art-two {
  inset: 30% -6% -12% 30%;
  border-radius: 58% 42% 46% 54% / 54% 48% 52% 46%;
  background: linear-gradient(160deg, var(--primary), color-mix(in oklab, var(--primary) 72%, #1a0d05));
}

.art-round .art-three {
  inset: 50% 22% 26% 47%;
  border-radius: 50%;
  background: repeating-linear-gradient(115deg, var(--accent) 0 6px, transparent 6px 30px);
  opacity: 0.7;
}

.art-round .art-four {
  inset: 10% 12% 66% 64%;
  border-radius: 50%;
  background: var(--secondary);
}

.art-planks .art-one {
  inset: 0 62% 0 0;
  background: repeating-linear-gradient(91deg, var(--secondary) 0 34px, color-mix(in oklab, var(--secondary) 86%, #000) 34px 37px);
}

.art-planks .art-two {
  inset: 0 0 42% 40%;
  background: linear-gradient(170deg, var(--primary), color-mix(in oklab, var(--primary) 76%, #000));
}

.art-planks .art-three {
  inset: 60% 28% 0 40%;
  background: repeating-linear-gradient(0deg, var(--accent) 0 22px, color-mix(in oklab, var(--accent) 86%, #000) 22px 24px);
}

.art-planks .art-four {
  inset: 60% 0 0 74%;
  background: radial-gradient(circle at 0 100%, var(--primary) 0 38%, transparent 38.4%), color-mix(in oklab, var(--accent) 30%, var(--surface));
}

.art-arches .art-one {
  inset: 14% 48% 0 9%;
  border-radius: 50vmax 50vmax 0 0;
  background: linear-gradient(180deg, color-mix(in oklab, var(--accent) 75%, var(--background)), color-mix(in oklab, var(--accent) 25%, var(--surface)));
}

.art-arches .art-two {
  inset: 34% 12% 0 42%;
  border-radius: 50vmax 50vmax 0 0;
  background: linear-gradient(180deg, var(--primary), color-mix(in oklab, var(--primary) 45%, var(--surface)));
}

.art-arches .art-three {
  inset: 9% 14% 68% 68%;
  aspect-ratio: 1;
  border-radius: 50%;
  background: color-mix(in oklab, var(--secondary) 70%, var(--background));
}

.art-arches .art-four {
  inset: 82% -10% -40% -10%;
  border-radius: 50%;
  background: var(--background);
}

.art-grid .art-one {
  inset: 0;
  background: linear-gradient(var(--line) 1px, transparent 1px) 0 0 / 100% 12.5%, linear-gradient(90deg, var(--line) 1px, transparent 1px) 0 0 / 10% 100%;
}

.art-grid .art-two {
  inset: 25% 40% 25% 10%;
  background: linear-gradient(135deg, var(--primary), var(--secondary));
}

.art-grid .art-three {
  inset: 50% 20% 12.5% 50%;
  background: var(--accent);
}

.art-grid .art-four {
  inset: 12.5% 10% 62.5% 70%;
  border-radius: 50%;
  background: var(--primary);
}

@media (min-width: 56rem) {
  .art {
    aspect-ratio: 4 / 5;
    max-height: 40rem;
  }
}`,
  opening: `.opening {
  display: grid;
  gap: var(--space-large);
  align-items: center;
  margin-inline: var(--edge);
  padding-block: var(--space-large);
  margin-bottom: calc(var(--space-section) * 0.6);
  border-bottom: 1px solid var(--line);
}

.opening-words {
  display: grid;
  gap: var(--space);
}

.opening-art {
  display: none;
}

.opening-title {
  max-width: 16ch;
  margin: 0;
  font: 600 clamp(2.375rem, 1.7rem + 3vw, 4.25rem) / 1.05 var(--heading);
  letter-spacing: -0.025em;
  text-wrap: balance;
}

.opening-lead {
  max-width: 38rem;
  margin: 0;
  color: var(--muted);
  font-size: var(--size-large);
  line-height: 1.5;
  text-wrap: pretty;
}

.opening + .section {
  padding-top: 0;
}

.opening + .section-band {
  padding-top: var(--space-section);
}

@media (min-width: 56rem) {
  .opening {
    grid-template-columns: minmax(0, 1fr) 21rem;
  }

  .opening-art {
    display: block;
    aspect-ratio: 3 / 2;
  }
}`,
} satisfies Partial<Record<Part, string>>
