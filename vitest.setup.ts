import fc from 'fast-check';

// A test that fails on one machine must fail on every machine: properties are tried on the same values each time. `FUZZ_SEED=random`
// looks for new ones.
const { FUZZ_SEED: seed = '1' } = process.env;
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
