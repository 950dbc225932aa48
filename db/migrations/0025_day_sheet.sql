CREATE INDEX `carpools_day` ON `carpools` (`carpool_day`,`status`);--> statement-breakpoint
CREATE INDEX `trips_day` ON `trips` (`start_day`,`status`);