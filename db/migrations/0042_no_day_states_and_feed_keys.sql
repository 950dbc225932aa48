DROP TABLE `day_states`;--> statement-breakpoint
DROP TABLE `feed_keys`;