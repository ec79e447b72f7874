import { expect, test, vi } from 'vitest';
import { SILENCE, startWaiting } from './request-deadline.ts';

test('who waits for nothing but one answer is told of silence, once it is over', () => {
  vi.useFakeTimers();
  try {
    const giveUp = vi.fn();
    startWaiting(giveUp, 50);
    vi.advanceTimersByTime(49);
    expect(giveUp).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(giveUp.mock.calls).toEqual([[expect.objectContaining({ message: SILENCE })]]);
  } finally {
    vi.useRealTimers();
  }
});

test('an answer ends the waiting, however often it is told', () => {
  vi.useFakeTimers();
  try {
    const giveUp = vi.fn();
    const stop = startWaiting(giveUp, 50);
    stop();
    stop();
    vi.advanceTimersByTime(1000);
    expect(giveUp).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
