import type { Check } from '../../check.js';
import { chartAxes } from './chart-axes.js';
import { chartData } from './chart-data.js';
import { chartLegend } from './chart-legend.js';
import { chartTicks } from './chart-ticks.js';

/** The checks of charts that a page draws in SVG. */
export const CHART_CHECKS: readonly Check[] = [chartData, chartTicks, chartLegend, chartAxes];
