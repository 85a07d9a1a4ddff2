import { useState } from 'react';

const FEATURES = [
  'Unlimited moodboards',
  'Colour checks on every export',
  'Shared libraries for ten people',
  'Print-ready PDF',
];

function Check() {
  return (
    <svg viewBox="0 0 20 20" className="mt-0.5 h-5 w-5 flex-none text-emerald-700" aria-hidden="true">
      <path d="M4 10.5l4 4 8-9" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

export default function PricingCard({ plan = 'Studio', monthly = 18 }) {
  const [yearly, setYearly] = useState(true);
  const price = yearly ? Math.round(monthly * 0.8) : monthly;

  return (
    <main className="flex min-h-screen items-center justify-center bg-stone-100 p-6 text-stone-900">
      <section className="w-full max-w-sm rounded-2xl bg-white p-8 shadow-lg ring-1 ring-stone-200">
        <h1 className="text-xl font-semibold">{plan}</h1>
        <p className="mt-2 text-base text-stone-600">For small teams that ship design work every week.</p>

        <div className="mt-6 grid grid-cols-2 gap-1 rounded-lg bg-stone-100 p-1">
          {[
            ['Monthly', false],
            ['Yearly', true],
          ].map(([label, value]) => (
            <button
              key={label}
              type="button"
              aria-pressed={yearly === value}
              onClick={() => setYearly(value)}
              className={`rounded-md px-3 py-2 text-base font-medium ${
                yearly === value ? 'bg-white text-stone-900 shadow' : 'text-stone-600'
              }`}
            >
              {label}
            </button>
          ))}
        </div>

        <p className="mt-6 flex items-baseline gap-2">
          <span className="text-5xl font-bold tracking-tight">€{price}</span>
          <span className="text-base text-stone-600">per person and month</span>
        </p>

        <ul className="mt-6 space-y-3">
          {FEATURES.map((feature) => (
            <li key={feature} className="flex gap-3 text-base">
              <Check />
              {feature}
            </li>
          ))}
        </ul>

        <button
          type="button"
          className="mt-8 w-full rounded-lg bg-emerald-800 px-4 py-3 text-base font-semibold text-white hover:bg-emerald-900"
        >
          Start a free month
        </button>
      </section>
    </main>
  );
}
